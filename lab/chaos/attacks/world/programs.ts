import { bundleProgram, removeBundle } from '../../harness/bundleProgram.ts';

/** The bundles of service/main.ts, service/signer/main.ts and service/cli/main.ts. */
export type Programs = { readonly service: string; readonly signer: string; readonly operator: string };

export async function bundlePrograms(): Promise<Programs> {
  return {
    service: await bundleProgram('service/main.ts'),
    signer: await bundleProgram('service/signer/main.ts'),
    operator: await bundleProgram('service/cli/main.ts'),
  };
}

export async function removePrograms(programs: Programs): Promise<void> {
  await Promise.all(Object.values(programs).map(removeBundle));
}
