import { useEffect, useReducer, useState } from 'react';
import type { Form, FormAction } from '../../../domain/form.ts';
import { draftOf, reduceForm, refreshForm, resolveForm } from '../../../domain/form.ts';
import type { Routes } from '../../../domain/registry.ts';
import { formUrl, readFormUrl } from './formUrl.ts';
import { createUrlMirror } from './urlMirror.ts';

/** Holds the form in one reducer and mirrors it into the address bar, so that a reload or a link restores it. */
export function useBridgeForm(routes: Routes) {
  // The routes may have changed since the last action, so the reducer starts from the form on the screen.
  const reduceShown = (stored: Form, action: FormAction) => reduceForm(refreshForm(stored, routes), action, routes);
  const [stored, dispatch] = useReducer(reduceShown, window.location.search, (search) =>
    resolveForm(readFormUrl(search), routes),
  );
  const form = refreshForm(stored, routes);

  const url = formUrl(draftOf(form));
  const [mirror] = useState(() =>
    createUrlMirror((shown) => window.history.replaceState(window.history.state, '', shown)),
  );
  useEffect(() => mirror.show(url), [mirror, url]);
  useEffect(() => mirror.stop, [mirror]);

  return { form, dispatch };
}
