import type { AbiEvent, DecodeEventLogReturnType, Hex } from 'viem';
import { concat, decodeAbiParameters } from 'viem';

type EncodedLog = { readonly topics: readonly Hex[]; readonly data: Hex };

/**
 * Decodes a log of an event whose parameters have names, and whose indexed ones have types of one word. The caller has
 * compared the first topic with the event's selector: viem's `decodeEventLog` hashes the signature again for each log, which
 * takes most of its time.
 * @throws a viem error when the log does not have the event's parameters
 */
export function decodeLog<const Event extends AbiEvent>(
  { inputs }: Event,
  { topics, data }: EncodedLog,
): DecodeEventLogReturnType<readonly [Event]>['args'] {
  const indexed = inputs.filter((input) => input.indexed);
  const others = inputs.filter((input) => !input.indexed);
  const values = [
    ...decodeAbiParameters(indexed, concat(topics.slice(1))),
    ...(others.length > 0 ? decodeAbiParameters(others, data) : []),
  ];
  const args = Object.fromEntries([...indexed, ...others].map(({ name }, index) => [name, values[index]]));
  return args as DecodeEventLogReturnType<readonly [Event]>['args'];
}
