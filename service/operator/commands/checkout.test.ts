import { expect, it } from 'vitest';
import { createOperatorCommand } from '../../../tools/lab/service/operatorCommand.ts';
import { SOURCES } from '../../../tools/lab/service/programs.ts';

it('starts from a checkout, where no bundle resolves its imports', async () => {
  const { run } = createOperatorCommand({}, ['--import', 'tsx', SOURCES.operator]);
  expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('export') });
});
