import styles from './Icon.module.css'
import { ICONS, type IconName } from './icons.ts'

/** A drawing beside words, or in a control that has a name: hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  )
}
