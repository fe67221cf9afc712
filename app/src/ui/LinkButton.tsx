import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import styles from './LinkButton.module.css'

/** Words in a sentence that lead somewhere on this page. Looks like a link, and is a button: it has no address. */
export function LinkButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={classes(styles.link, className)} />
}
