import { useEffect, useReducer } from 'react';
import { reduceForm, routeOf } from '../../../domain/form.ts';
import type { Routes } from '../../../domain/registry.ts';
import { formUrl, readFormUrl } from './formUrl.ts';

/** The form, held by one reducer and mirrored into the address bar, so that a reload or a link brings it back. */
export function useBridgeForm(routes: Routes) {
  const [form, dispatch] = useReducer(reduceForm, window.location.search, readFormUrl);
  const route = routeOf(form, routes);

  // What the selectors show is what a reload must bring back, chosen or not.
  const shown = {
    ...form,
    originName: route.origin.name,
    destinationName: route.destination.name,
    tokenName: route.pair.tokenName,
  };
  const url = formUrl(shown);
  useEffect(() => {
    window.history.replaceState(window.history.state, '', url);
  }, [url]);

  return { form: shown, route, dispatch };
}
