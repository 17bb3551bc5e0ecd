import { join } from 'node:path';
import { InvalidConfig } from '../../boot/operatorError.ts';
import { UsageError } from '../commands/command.ts';
import { createConversation, expectPositionals, parseSetupArguments, SetupRefused } from './conversation.ts';
import { disableOperator, enableOperator, examineServer } from './database.ts';
import { askAdminUrl, isEmbedded } from './initCommand.ts';
import type { OpenInstallation } from './installationFile.ts';
import {
  changeInstallation,
  DEFAULT_FILE,
  describeDifference,
  findProblems,
  openInstallation,
} from './installationFile.ts';
import { writeOperatorFolder } from './people.ts';

const OPERATOR_USAGE = `causeway operator add|remove <name> [--database URL] [--file installation.json] [--yes]

Adds a person who runs commands to the file, with a role of the database and a folder to hand over; or removes the person from the file
and ends the access of the role at once. Nothing else is touched.

  --database  the URL of the database, as a superuser of its server; PGPASSWORD can hold the password. It is asked for without it
  --file      the file of the installation (default: installation.json)
  --yes       answer every question with yes`;

/** A file's operators after a change. */
function changeOperators(operators: readonly string[], action: string, name: string): string[] {
  if (action === 'remove') return operators.filter((operator) => operator !== name);
  return operators.includes(name) ? [...operators] : [...operators, name];
}

/** Refuses a change that would break a rule of the file, such as two people for approvals. */
async function requireStillSound(before: OpenInstallation, operators: readonly string[]): Promise<void> {
  const known = findProblems(before.file);
  const broken = findProblems({ ...before.file, operators: [...operators] }).filter(
    (problem) => !known.includes(problem),
  );
  if (broken.length > 0) throw new InvalidConfig(broken);
}

/** Runs `causeway operator`. @throws UsageError, InvalidConfig, SetupRefused */
export async function runOperator(args: readonly string[]): Promise<void> {
  const options = { database: 'text', file: 'text', yes: 'flag' } as const;
  const parsed = parseSetupArguments(args, { usage: OPERATOR_USAGE, options });
  if (!parsed) return;
  const [action = '', name = ''] = expectPositionals(parsed, ['add or remove', '<name>'], OPERATOR_USAGE);
  if (action !== 'add' && action !== 'remove') throw new UsageError(`Unknown action "${action}".\n${OPERATOR_USAGE}`);
  const conversation = createConversation({ yes: parsed.flag('yes') });
  const opened = await openInstallation(parsed.text('file') ?? DEFAULT_FILE);
  if (isEmbedded(opened))
    throw new SetupRefused(
      'An embedded database has no roles: every account that can read its folder can run commands.',
    );
  const known = opened.written.operators ?? [];
  const operators = changeOperators(known, action, name);
  await requireStillSound(opened, operators);
  const next = { ...opened.written, operators };
  const adminUrl = await askAdminUrl(opened, { given: parsed.text('database'), conversation })();
  const isMissing = (await examineServer(adminUrl, [name])).operators.includes(name);
  const lines = describeDifference(opened.written, next);
  if (lines.length === 0 && isMissing === (action === 'remove')) {
    return conversation.say(
      `Nothing to do: ${name} is ${action === 'add' ? 'an operator already' : 'not an operator'}`,
    );
  }
  for (const line of lines) conversation.say(line);
  if (action === 'add') {
    await conversation.agree(`Add the operator ${name}, with a role of the database?`);
    const changed = await changeInstallation(opened, (written) => ({
      ...written,
      operators: changeOperators(written.operators ?? [], action, name),
    }));
    if (isMissing) {
      const password = await writeOperatorFolder(changed, name);
      await enableOperator(adminUrl, { name, password });
      conversation.say(
        `Hand ${join(opened.folder, 'operators', name)} to ${name}, and delete it here. Next: causeway apply`,
      );
    }
    return;
  }
  await conversation.agree(`Remove the operator ${name}, and end the access of the role at once?`);
  // The access ends first: the file alone doesn't end anything.
  await disableOperator(adminUrl, name);
  await changeInstallation(opened, (written) => ({
    ...written,
    operators: changeOperators(written.operators ?? [], action, name),
  }));
  conversation.say(`${name} can no longer open the database. The records keep the name. Next: causeway apply`);
}
