import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../i18n/useTexts.ts';
import { addBackEntry } from './addBackEntry.ts';
import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';

type Props = {
  readonly title: string;
  /** False: rendered, but hidden. */
  readonly isOpen?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
};

/**
 * A modal <dialog>: the browser traps and restores the focus. Escape and Back close it. On a phone it is a bottom sheet.
 */
export function Dialog({ title, isOpen = true, onClose, children, footer }: Props) {
  const { t } = useTexts('form');
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // The browser restores the focus only while the dialog is in the document, and a layout effect is cleaned up before
  // its removal.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isOpen) return;
    dialog.showModal();
    // The browser has focused the close button, and a screen reader would say only "Close". Of a dialog it says the title.
    if (!dialog.querySelector('[autofocus]')) dialog.focus();
    return () => {
      leaveSheet(dialog, styles.leaving ?? '');
      dialog.close();
    };
  }, [isOpen]);

  // A new title comes with new content, and the pressed button may have gone with the old.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title tells when
  useLayoutEffect(() => {
    if (isOpen && !ref.current?.contains(document.activeElement)) ref.current?.focus();
  }, [isOpen, title]);

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    // A listener on the dialog would make a screen reader call every text in it clickable.
    const closeOutside = ({ target }: MouseEvent) => target === ref.current && close();
    window.addEventListener('click', closeOutside);
    const removeBackEntry = addBackEntry(window, () => close());
    return () => {
      window.removeEventListener('click', closeOutside);
      removeBackEntry();
    };
  }, [isOpen]);

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      tabIndex={-1}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Chrome closes the dialog itself on a second Escape without other input in between. The close event of the
      // effect's own `close()` arrives late, when the dialog is already open again or hidden.
      onClose={() => {
        if (ref.current?.open === false) onClose();
      }}
    >
      <div className={styles.panel}>
        <header className={styles.header}>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className={styles.close} onClick={onClose} aria-label={t('close')}>
            <Icon name="close" />
          </button>
        </header>
        <div className={styles.content}>{children}</div>
        {footer ? <footer className={styles.footer}>{footer}</footer> : null}
      </div>
    </dialog>
  );
}

/**
 * Animates a sheet out after React has removed it: an inert clone slides away. Skipped where the person prefers reduced
 * motion.
 */
function leaveSheet(dialog: HTMLDialogElement, leaving: string): void {
  if (!('popover' in dialog) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const copy = dialog.cloneNode(true);
  if (!(copy instanceof HTMLDialogElement)) return;
  const scrolled = [...dialog.querySelectorAll('*')].flatMap(({ scrollTop }, index) =>
    scrollTop > 0 ? [{ index, scrollTop }] : [],
  );
  copy.removeAttribute('open');
  copy.removeAttribute('aria-labelledby');
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
  copy.inert = true;
  copy.ariaHidden = 'true';
  copy.popover = 'manual';
  copy.classList.add(leaving);
  document.body.append(copy);
  copy.showPopover();
  if (scrolled.length > 0) {
    const copied = copy.querySelectorAll('*');
    for (const { index, scrollTop } of scrolled) copied[index]?.scrollTo(0, scrollTop);
  }
  const remove = () => copy.remove();
  Promise.all(copy.getAnimations().map(({ finished }) => finished)).then(remove, remove);
}
