import type { Expression } from './parse.js';

/** Dependence of an expression's value: nothing, the resource that is validated, or `$this`. */
export type Dependence = 'nothing' | 'resource' | 'focus';

const ORDER: readonly Dependence[] = ['nothing', 'resource', 'focus'];

const strongest = (all: readonly Dependence[]): Dependence =>
  ORDER[Math.max(0, ...all.map((one) => ORDER.indexOf(one)))] ?? 'focus';

/** @param type of the resource that the expression starts at; its name refers to that resource */
export function dependenceOf(expression: Expression, type: string): Dependence {
  const of = (one: Expression) => dependenceOf(one, type);
  switch (expression.kind) {
    case 'literal':
    case 'empty':
      return 'nothing';
    case 'this':
      return 'focus';
    case 'variable':
      return expression.name === 'ucum' ? 'nothing' : 'resource';
    case 'member':
      if (expression.of !== undefined) return of(expression.of);
      return expression.name === type ? 'resource' : 'focus';
    case 'index':
      return strongest([of(expression.of), of(expression.at)]);
    case 'call':
      if (expression.of === undefined) return 'focus';
      return strongest([of(expression.of), ...expression.parameters.map(of)]);
    case 'type':
      return of(expression.of);
    case 'operation':
      return strongest([of(expression.left), of(expression.right)]);
  }
}
