import { expect, it } from 'vitest';
import { intentFor, routeFor } from '../../../tools/lab/web/fixtures.ts';
import { toBuildRequest } from './intent.ts';

it('asks for gas on arrival in units of the native token, and without any says nothing about it', () => {
  const route = routeFor('USDC');
  const gasDropTexts = [0n, 1n, 3n * 10n ** 15n].map(
    (gasDrop) => toBuildRequest({ ...intentFor(route), gasDrop }, route).gasDropText,
  );
  expect(gasDropTexts).toEqual(['', '0.000000000000000001', '0.003']);
});
