import type { Command } from 'commander';
import { addAudit } from './audit.js';
import { addBackup } from './backup.js';
import { addCds } from './cds.js';
import { addCompletion } from './completion.js';
import { addConfig } from './config.js';
import type { CommandContext } from './context.js';
import { addDoctor } from './doctor.js';
import { addEncryption } from './encryption.js';
import { addFhir } from './fhir.js';
import { addInit } from './init.js';
import { addJobs } from './jobs.js';
import { addKeys } from './keys.js';
import { addModels } from './models.js';
import { addPacs } from './pacs.js';
import { addRestore } from './restore.js';
import { addServe } from './serve.js';
import { addUsers } from './users.js';
import { addWebhooks } from './webhooks.js';

/**
 * All commands, in the order of the help. Commander hands the settings of a program only to commands
 * that are added after them.
 */
export function addCommands(program: Command, context: CommandContext): void {
  for (const add of [
    addInit,
    addServe,
    addKeys,
    addUsers,
    addAudit,
    addFhir,
    addJobs,
    addModels,
    addPacs,
    addWebhooks,
    addCds,
    addConfig,
    addDoctor,
    addCompletion,
    addBackup,
    addRestore,
    addEncryption,
  ]) {
    add(program, context);
  }
}
