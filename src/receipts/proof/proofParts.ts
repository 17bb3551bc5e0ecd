import { afterIdle } from '../../ui/afterIdle.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';

// Tries and their encodings are for few visitors. The verification must be there when the network no longer is.
export const SaveProof = lazyPart(() => afterIdle(async () => (await import('./SaveProof.tsx')).SaveProof), 'line');
export const VerifyProof = lazyPart(
  () => afterIdle(async () => (await import('./VerifyProof.tsx')).VerifyProof),
  'line',
);
