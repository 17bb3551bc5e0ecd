import type { StoreApi } from 'zustand/vanilla';

/** The transfer whose page a person looks at. */
export type LookedAt = StoreApi<{ readonly id: string | null }>;
