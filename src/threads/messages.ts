import type { Fault } from '../core/fault.js';
import type { ModelStatus, TaskName } from '../inference/engine.js';
import type { PackageSources } from '../packages/sources.js';
import type { AnswerOf, QuestionOf, WorkKind } from './work.js';

/** What a thread is started with. */
export interface ThreadSetup {
  readonly packages: PackageSources;
}

export type ToThread =
  /** The models that serve, from the next question on. */
  | { readonly type: 'models'; readonly models: readonly ModelStatus[] }
  | {
      readonly type: 'question';
      readonly id: number;
      readonly kind: WorkKind;
      readonly question: QuestionOf<WorkKind>;
    }
  /** What inference said to what the thread asked. */
  | { readonly type: 'told'; readonly task: number; readonly output: unknown }
  | { readonly type: 'refused'; readonly task: number; readonly fault: Fault }
  | { readonly type: 'ping'; readonly id: number };

export type FromThread =
  /** It can be asked; with the knowledge that it has open. */
  | { readonly type: 'open'; readonly knowledge: readonly string[] }
  | { readonly type: 'answer'; readonly id: number; readonly answer: AnswerOf<WorkKind> }
  | { readonly type: 'fault'; readonly id: number; readonly fault: Fault }
  /** Work for inference, which question `id` needs done. */
  | {
      readonly type: 'task';
      readonly id: number;
      readonly task: number;
      readonly name: TaskName;
      readonly input: unknown;
    }
  | { readonly type: 'pong'; readonly id: number };
