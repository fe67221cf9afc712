/** A colour in both themes, as `#rrggbb`. */
export interface Colour {
  readonly light: string
  readonly dark: string
}

/**
 * The values of the playground’s colour tokens, for code without style sheets. They equal those in
 * app/src/ui/tokens.css, which explains each; tokens.test.ts compares them.
 */
export const COLOURS = {
  ground: { light: '#fcfcfa', dark: '#16181b' },
  'ground-sunk': { light: '#f6f6f3', dark: '#1d2023' },
  'ground-raised': { light: '#ffffff', dark: '#212529' },
  ink: { light: '#1b1d20', dark: '#e9e9e6' },
  'ink-soft': { light: '#565a60', dark: '#a9adb3' },
  hairline: { light: '#dcdcd7', dark: '#33373c' },
  outline: { light: '#84888d', dark: '#757a81' },
  accent: { light: '#1655d0', dark: '#8dbcf8' },
  'on-accent': { light: '#ffffff', dark: '#101214' },
  lit: { light: '#eaf0fc', dark: '#1c2637' },
  allow: { light: '#036d4e', dark: '#5cd6a7' },
  'no-opinion': { light: '#8c661c', dark: '#f9d683' },
  deny: { light: '#a90311', dark: '#f8766f' },
  conditional: { light: '#4a059b', dark: '#a379e5' },
  'not-decided': { light: '#41454b', dark: '#a9aeb6' },
  refused: { light: '#a90311', dark: '#f8766f' },
  'allow-wash': { light: '#e8f1ec', dark: '#1f312d' },
  'no-opinion-wash': { light: '#f4f1e9', dark: '#343129' },
  'deny-wash': { light: '#f5e8e7', dark: '#332426' },
  'conditional-wash': { light: '#eee8f2', dark: '#272433' },
  'not-decided-wash': { light: '#ededec', dark: '#292c2f' },
  'chart-ink': { light: '#565a60', dark: '#a9adb3' },
  'chart-faded': { light: '#8a8e93', dark: '#7c8187' },
  'chart-taken': { light: '#1b1d20', dark: '#f4f4f1' },
} as const satisfies Readonly<Record<string, Colour>>

export type ColourName = keyof typeof COLOURS

/** The font families, as in style sheets; none is downloaded. */
export const FONTS = {
  sans: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif",
  mono: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
} as const
