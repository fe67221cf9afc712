import type { ComponentProps } from 'react'
import styles from './Button.module.css'
import { classes } from './classes.ts'

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary`: the main action of a dialog or pane. `quiet`: words in the accent colour, without an outline. */
  readonly look?: 'outlined' | 'primary' | 'quiet'
}

export function Button({ look = 'outlined', className, type = 'button', ...rest }: ButtonProps) {
  const shown = classes(styles.button, look !== 'outlined' && styles[look], className)
  return <button {...rest} type={type} className={shown} />
}

/**
 * Words in a sentence that go to another place on this page. They look like a link, but are a button, because they have
 * no address.
 */
export function LinkButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={classes(styles.link, className)} />
}
