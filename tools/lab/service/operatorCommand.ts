import { execFile } from 'node:child_process';
import { argumentsOf, ROOT } from './program.ts';

export type OperatorAnswer = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** The operator's command line; each command runs in a new process. */
export type OperatorCommand = {
  run(...args: string[]): Promise<OperatorAnswer>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read untyped answers, like any other client
  json(...args: string[]): Promise<any>;
};

/** @param program the Node.js arguments that start `service/operator/commands/main.ts` */
export function createOperatorCommand(
  environment: Readonly<Record<string, string>>,
  program: readonly string[] = argumentsOf('operator'),
): OperatorCommand {
  const { PATH = '', HOME = '' } = process.env;
  const run = (...args: string[]) =>
    new Promise<OperatorAnswer>((resolve) => {
      const options = { cwd: ROOT, env: { PATH, HOME, ...environment } };
      execFile(process.execPath, [...program, ...args], options, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr });
      });
    });
  return {
    run,
    json: async (...args) => {
      const { code, stdout, stderr } = await run(...args, '--json');
      if (code !== 0) throw new Error(`operator ${args.join(' ')} ended with exit code ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
  };
}
