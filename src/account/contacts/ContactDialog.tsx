import { recipientWords } from '../../i18n/recipient/recipientWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import type { ContactFormProps } from './ContactForm.tsx';
import { ContactForm } from './ContactForm.tsx';

type Props = Omit<ContactFormProps, 'onDone'> & { readonly onClose: () => void };

export function ContactDialog({ onClose, ...form }: Props) {
  const { t } = useWords(recipientWords);
  const title = form.edited ? t('editContact', { name: form.edited.name }) : t('newContact');
  return (
    <Dialog title={title} onClose={onClose}>
      <ContactForm {...form} onDone={onClose} />
    </Dialog>
  );
}
