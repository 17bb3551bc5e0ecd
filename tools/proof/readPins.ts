import type { Pins } from '#shared/proof/verification.ts';
import { parseRuntimeConfig } from '../../src/config/runtimeConfig.ts';
import { pinsOf } from '../../src/domain/desk/proofOrder.ts';

type ReadPins = { readonly ok: true; readonly pins: Pins } | { readonly ok: false; readonly problem: string };

/** The contracts and tokens in the text of a web app's config.json. */
export function readPins(text: string): ReadPins {
  try {
    return { ok: true, pins: pinsOf(parseRuntimeConfig(JSON.parse(text)).chains) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : `${error}` };
  }
}
