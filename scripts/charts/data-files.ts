/** Where the charts are kept that were drawn ahead of time, and of what they were made. */
export const DATA = 'packages/pictures/src/charts/data'
export const MADE_OF = 'scripts/charts/made-of.json'

/** A design’s charts as text, by variant. */
export interface DrawnDesign {
  readonly id: string
  readonly charts: ReadonlyMap<string, string>
}

const HEAD = '// Written by `pnpm charts`.\n\n'

export function usualFile({ charts }: DrawnDesign): string {
  return `${HEAD}export const chart = \`${charts.get('') ?? ''}\`\n`
}

export function rareFile({ charts }: DrawnDesign): string {
  const rare = [...charts].filter(([variant]) => variant !== '')
  const lines = rare.map(([variant, text]) => `  ${/^\d+$/.test(variant) ? variant : `'${variant}'`}: \`${text}\`,`)
  return `${HEAD}export const charts: Readonly<Record<string, string>> = {\n${lines.join('\n')}\n}\n`
}

export function dataIndex(ids: readonly string[]): string {
  const entries = ids.map((id) => {
    const key = /^[a-z]+$/.test(id) ? id : `'${id}'`
    return `  ${key}: { usual: () => import('./${id}.ts'), rare: () => import('./${id}-rare.ts') },`
  })
  return `${HEAD}/** A design’s charts: the one that most runs have, and by variant those with rare parts. */
interface Drawn {
  usual(): Promise<{ readonly chart: string }>
  rare(): Promise<{ readonly charts: Readonly<Record<string, string>> }>
}

export const DRAWN: Readonly<Record<string, Drawn>> = {
${entries.join('\n')}
}
`
}
