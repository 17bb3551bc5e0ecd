import type { Pins } from '#shared/proof/verification.ts';
import { parseConfig } from '../../src/config/runtimeConfig.ts';
import { pinsOf } from '../../src/domain/desk/proofOrder.ts';

type ReadPins = { readonly ok: true; readonly pins: Pins } | { readonly ok: false; readonly problem: string };

/** The contracts and tokens in the text of a web app's config.json. */
export async function readPins(text: string): Promise<ReadPins> {
  try {
    return { ok: true, pins: pinsOf((await parseConfig(JSON.parse(text))).chains) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : `${error}` };
  }
}
