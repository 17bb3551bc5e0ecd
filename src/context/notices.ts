import { useStore } from 'zustand';
import type { Maintenance } from '../config/installationConfig.ts';
import type { ClosableRoute, Notices } from '../domain/maintenance.ts';
import { closureOf } from '../domain/maintenance.ts';
import { useAppServices } from './appServices.ts';

export function useNotices(): Notices {
  return useStore(useAppServices().notices);
}

/** The maintenance that closes a route at the moment; null for an open one. */
export function useClosure(route: ClosableRoute): Maintenance | null {
  return closureOf(route, useNotices().maintenance);
}
