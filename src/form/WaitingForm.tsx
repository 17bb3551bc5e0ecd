import { useLayoutEffect, useRef } from 'react';
import { useTexts } from '../i18n/useTexts.ts';
import { LiveRegion } from '../ui/LiveRegion.tsx';
import { useIsSlow } from '../ui/useNow.ts';
import { EmptyForm } from './EmptyForm.tsx';
import { keepEntry, leaveEarlyPage } from './earlyField.ts';

/**
 * The form while the routes load. It takes over the early page's field, and the form with routes then takes over this
 * one.
 */
export function WaitingForm() {
  const { t } = useTexts('form');
  const isSlow = useIsSlow(true);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const field = place.current?.querySelector('input') ?? null;
    const shown = leaveEarlyPage(field);
    if (field && shown !== '') field.value = shown;
  }, []);
  return (
    <div ref={place} data-waiting>
      <LiveRegion className="visuallyHidden">{isSlow ? t('bridgeSlow') : null}</LiveRegion>
      <EmptyForm
        text={t}
        label={(key) => ({ 'aria-label': t(key) })}
        button={t(isSlow ? 'bridgeSlow' : 'loadingRoutes')}
        isBusy
        field={{
          onInput: ({ currentTarget: { value } }) => keepEntry({ text: value }),
          onFocus: () => keepEntry({ hasFocus: true }),
          onBlur: () => keepEntry({ hasFocus: false }),
        }}
      />
    </div>
  );
}
