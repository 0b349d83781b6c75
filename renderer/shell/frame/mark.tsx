import styles from './frame.module.css';

/** The app logo: a strip of film with a play symbol. */
export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 20 20" fill="none" aria-hidden={true}>
      <rect x="1.5" y="3.5" width="17" height="13" rx="3" stroke="currentColor" strokeWidth="1.6" />
      <path d="M7 3.5v13M13 3.5v13" stroke="currentColor" strokeWidth="1.6" />
      <path d="M8.6 8 11.8 10l-3.2 2z" fill="currentColor" />
    </svg>
  );
}
