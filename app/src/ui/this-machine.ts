import { keyNames } from './keys.ts'

/** The names of the keys on this machine. */
export const KEYS = keyNames(/Mac|iPhone|iPad/.test(navigator.userAgent))
