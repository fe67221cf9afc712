import type { TreeNode } from '../yaml/index.ts'
import { nodeAt, type Site } from './site.ts'

/** The strings that a rule or another part of an object already contains, in any YAML style. */
export function textsAt(site: Site, path: readonly (string | number)[]): readonly string[] {
  const node = nodeAt(site.object, path)
  if (node?.kind === 'scalar') return node.start < node.end ? [node.value] : []
  if (node?.kind !== 'sequence') return []
  return node.items.flatMap((item) => (item.kind === 'scalar' && !isWord(item, site) ? [item.value] : []))
}

export function textAt(site: Site, path: readonly (string | number)[]): string {
  return textsAt(site, path)[0] ?? ''
}

/** Whether a node is the word that is being typed. */
export function isWord({ start, end }: TreeNode, { word }: Site): boolean {
  return start === word.start && end === word.end
}

/** The present entries of the list at the site, which are not offered again. */
export function neighbours(site: Site): readonly TreeNode[] {
  const list = nodeAt(site.object, typeof site.path.at(-1) === 'number' ? site.path.slice(0, -1) : site.path)
  if (list?.kind !== 'sequence') return []
  return list.items.filter((item) => item.start < item.end && !isWord(item, site))
}
