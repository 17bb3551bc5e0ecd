import type { Address } from 'viem';
import type { PairInfo } from '#shared/wire/pairs.ts';
import type { FormAction } from '../../../../domain/form.ts';
import type { Routes } from '../../../../domain/offer.ts';
import type { Route } from '../../../../domain/registry.ts';

/** What the selectors choose from. */
export type Choices = {
  readonly route: Route;
  readonly routes: Routes;
  readonly unverifiable: readonly PairInfo[];
  /** Its balances show beside the tokens. */
  readonly account: Address | undefined;
  readonly onChoose: (action: FormAction) => void;
};
