/** One check's result: what was examined, what is wrong, and the command that fixes it. */
export type Finding = {
  readonly check: string;
  readonly ok: boolean;
  /** True for something that works but needs attention. The doctor still passes. */
  readonly isWarning?: true;
  /** What was found. */
  readonly detail: string;
  /** The command or change that fixes it; absent if nothing needs fixing. */
  readonly fix?: string;
};

export const passed = (check: string, detail: string): Finding => ({ check, ok: true, detail });
export const failed = (check: string, detail: string, fix: string): Finding => ({ check, ok: false, detail, fix });

export const warned = (check: string, detail: string, fix: string): Finding => ({
  ...{ check, ok: true, isWarning: true, detail, fix },
});

/** A check of one thing. It may return several findings. */
export type Check = { readonly name: string; readonly fix: string; readonly run: () => Promise<readonly Finding[]> };

// An error's text can contain URLs with credentials.
function describe(error: unknown): string {
  const text =
    error instanceof Error ? ('shortMessage' in error ? String(error.shortMessage) : error.message) : String(error);
  return text.replace(/\b\w+:\/\/\S+/g, '<url>').split('\n')[0] ?? '';
}

/** Runs the checks together. A check that could not run is a failure. */
export async function runChecks(checks: readonly Check[]): Promise<readonly Finding[]> {
  const results = checks.map(async ({ name, fix, run }) => {
    try {
      return await run();
    } catch (error) {
      return [failed(name, `could not be checked: ${describe(error)}`, fix)];
    }
  });
  return (await Promise.all(results)).flat();
}
