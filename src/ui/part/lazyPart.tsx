import type { ComponentType, ReactNode } from 'react';
import { Suspense, use } from 'react';
import { loadOnce } from '../../i18n/loadOnce.ts';
import { NotLoaded } from '../../i18n/notLoaded.ts';
import { settleTexts } from '../../i18n/textLoader.ts';
import { PartBoundary } from './PartBoundary.tsx';
import { PartFailure } from './PartFailure.tsx';
import type { PartShape } from './PartLoading.tsx';
import { PartLoading } from './PartLoading.tsx';

export type LazyPart<P> = ComponentType<P> & {
  /** Loads the part before it is shown. A failure is not kept: the part asks again when it shows. */
  readonly preload: () => Promise<void>;
  /** Whether the part renders at once. */
  readonly isLoaded: () => boolean;
};

/**
 * A part of the screen whose code and texts load when it first shows. While they load, and when they do not, only this part
 * is affected: the page around it stays.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  shape: PartShape,
  /** What keeps the place of the part while it loads. */
  fallback: ReactNode = <PartLoading shape={shape} />,
): LazyPart<P> {
  const code = loadOnce(async () => {
    const part = await load().catch((cause: unknown) => {
      throw new NotLoaded('The code of this part did not load.', { cause });
    });
    await settleTexts();
    return part;
  });

  function Loaded(props: P) {
    const Part = use(code.lastLoad());
    return <Part {...props} />;
  }

  function LazyPart(props: P) {
    const onClose = 'onClose' in props && typeof props.onClose === 'function' ? props.onClose : null;
    return (
      <PartBoundary
        // The code may have loaded without its texts, so both are asked for again.
        onCatch={code.forget}
        failure={(error, retry) => <PartFailure {...{ error, shape, retry }} onClose={onClose && (() => onClose())} />}
      >
        <Suspense fallback={fallback}>
          <Loaded {...props} />
        </Suspense>
      </PartBoundary>
    );
  }
  return Object.assign(LazyPart, {
    preload: () => code.lastLoad().then(() => {}, code.forget),
    isLoaded: () => code.peek() !== null,
  });
}
