/**
 * What a colour token (`--ink`) is in the present theme, as `rgb(…)`: for Monaco and for pictures, which cannot read
 * custom properties. Ask again when the theme changes.
 */
export function resolvedColour(token: `--${string}`, at: Element = document.documentElement): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  at.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
