import { useEffect, useState } from 'react';
import type { Hash } from 'viem';
import { useAppServices } from '../../../context/appServices.ts';
import { keptFragment, setFragment } from '../../../domain/desk/setLink.ts';
import { createKeptSets } from '../../../store/keptSets.ts';

/** How a set of hashes opens again: by its link, by a link of this browser, or not at all. */
export type SetLink = { readonly kind: 'inLink' | 'kept'; readonly fragment: string } | { readonly kind: 'notKept' };

function createId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-');
}

/** Puts the set into the address bar, so that a reload and the way back open it again. */
export function useSetLink(hashes: readonly Hash[]): SetLink {
  const { config } = useAppServices();
  const [link] = useState((): SetLink => {
    const fragment = setFragment(hashes);
    if (fragment !== null) return { kind: 'inLink', fragment };
    const id = createKeptSets(window.localStorage, config.installation).keep(createId(), hashes);
    return id === null ? { kind: 'notKept' } : { kind: 'kept', fragment: keptFragment(id) };
  });
  useEffect(() => {
    if (link.kind !== 'notKept') window.history.replaceState(window.history.state, '', `/receipts${link.fragment}`);
  }, [link]);
  return link;
}
