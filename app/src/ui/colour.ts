/**
 * The value of a colour token (`--ink`) in the present theme, as `rgb(…)`: for Monaco and for pictures, which cannot
 * read custom properties. Call it again when the theme changes.
 */
export function resolvedColour(token: `--${string}`, at: Element = document.documentElement): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  at.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
