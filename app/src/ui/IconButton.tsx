import type { ComponentProps } from 'react'
import styles from './Button.module.css'
import { classes } from './classes.ts'
import { useHint } from './hint.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'title'> {
  readonly icon: IconName
  /** The accessible name of the button, shown on hover and focus. */
  readonly label: string
  /** The keys that do the same, shown after the label: `Ctrl+Z`. */
  readonly keys?: string
}

/** A button with an icon and no visible words. Its name shows on hover and focus. */
export function IconButton({ icon, label, keys, className, type = 'button', ...rest }: IconButtonProps) {
  const hint = useHint(keys === undefined ? label : `${label} (${keys})`, 'name')
  return (
    <>
      <button
        {...rest}
        {...hint.trigger}
        type={type}
        className={classes(styles.button, styles.icon, className)}
        aria-label={label}
      >
        <Icon name={icon} />
      </button>
      {hint.bubble}
    </>
  )
}
