import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import styles from './LinkButton.module.css'

/**
 * Words in a sentence that go to another place on this page. They look like a link, but are a button, because they have
 * no address.
 */
export function LinkButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={classes(styles.link, className)} />
}
