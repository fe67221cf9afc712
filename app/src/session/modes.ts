import { AUTHORIZATION_MODES, type AuthorizationMode } from '@authz-playground/engine'

/** Authorization modes in the order in which they are asked, each at most once. */
export type Modes = readonly AuthorizationMode[]

/** Modes that are not among these, in their usual order. */
export function othersThan(modes: Modes): Modes {
  return AUTHORIZATION_MODES.filter((mode) => !modes.includes(mode))
}

/** Modes with one more in its usual place: Node first, any other last. */
export function withMode(modes: Modes, mode: AuthorizationMode): Modes {
  const others = withoutMode(modes, mode)
  return mode === 'Node' ? [mode, ...others] : [...others, mode]
}

export function withoutMode(modes: Modes, mode: AuthorizationMode): Modes {
  return modes.filter((one) => one !== mode)
}

/** Modes with one of them moved by so many places, within the list. */
export function movedMode(modes: Modes, mode: AuthorizationMode, by: number): Modes {
  const others = withoutMode(modes, mode)
  const to = Math.max(0, modes.indexOf(mode) + by)
  return [...others.slice(0, to), mode, ...others.slice(to)]
}
