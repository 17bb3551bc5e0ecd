import { encodeSuccess } from '#shared/wire/envelope.ts';
import { encodePairs, pairsRequestWire } from '#shared/wire/pairs.ts';
import { listPairs } from '../domain/pairs.ts';
import type { Operation } from './operation.ts';
import { readRequestBody } from './requestBody.ts';

export const getAllPairInfos: Operation = async ({ catalog, schedules }, body) => {
  const request = readRequestBody(pairsRequestWire, body);
  return encodeSuccess(encodePairs(listPairs(catalog.routes, await schedules.current(), request)));
};
