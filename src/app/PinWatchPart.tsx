import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAppServices } from '../context/appServices.ts';
import { hasStoredPins, PIN_STORE } from '../store/storedPins.ts';
import { afterIdle } from '../ui/afterIdle.ts';
import { lazyPart } from '../ui/part/lazyPart.tsx';

const PinWatch = lazyPart(
  () => afterIdle(async () => (await import('../features/receipts/watch/PinWatch.tsx')).PinWatch),
  'decoration',
);

/** Watches the pinned cases on every page. Only a browser that has some loads the code. */
export function PinWatchPart() {
  const { installation } = useAppServices().config;
  const [hadPins] = useState(() => hasStoredPins(() => window.localStorage, installation));
  // A part of the receipts page loads the store before a person can pin the first case.
  const { data: pins } = useQuery({ queryKey: PIN_STORE, queryFn: skipToken });
  return hadPins || pins !== undefined ? <PinWatch /> : null;
}
