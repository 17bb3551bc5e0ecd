import { bundleProgram, removeBundle } from '../../harness/bundleProgram.ts';

/** The bundles of service/main.ts and service/signer/main.ts. */
export type Programs = { readonly service: string; readonly signer: string };

export async function bundlePrograms(): Promise<Programs> {
  return {
    service: await bundleProgram('service/main.ts'),
    signer: await bundleProgram('service/signer/main.ts'),
  };
}

export async function removePrograms(programs: Programs): Promise<void> {
  await Promise.all(Object.values(programs).map(removeBundle));
}
