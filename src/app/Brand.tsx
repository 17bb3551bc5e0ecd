import { Link } from 'wouter';
import { useAppServices } from '../context/appServices.ts';
import { Mark } from '../ui/Mark.tsx';
import styles from './Brand.module.css';

/** The logo of the installation, or the app's mark, with the name. */
export function Brand() {
  const { name, logo } = useAppServices().config.brand;
  return (
    <Link href="/" className={styles.brand ?? ''}>
      {logo ? (
        <>
          <img className={`${styles.logo} ${styles.onLight}`} src={logo.light} alt="" loading="lazy" />
          <img className={`${styles.logo} ${styles.onDark}`} src={logo.dark ?? logo.light} alt="" loading="lazy" />
        </>
      ) : (
        <Mark />
      )}
      <span className={logo?.hasName ? 'visuallyHidden' : styles.name}>{name}</span>
    </Link>
  );
}
