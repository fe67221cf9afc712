/** An edge, by the names of its ends. */
export interface RankEdge {
  readonly id: string
  readonly from: string
  readonly to: string
}

/**
 * The ids of edges that close a cycle with the edges before them in the list. So the last edge of a cycle is drawn
 * upwards.
 */
export function backEdges(links: readonly RankEdge[]): ReadonlySet<string> {
  const targets = new Map<string, string[]>()
  const back = new Set<string>()
  for (const { id, from, to } of links) {
    if (reaches(targets, to, from)) {
      back.add(id)
      continue
    }
    const known = targets.get(from)
    if (known === undefined) targets.set(from, [to])
    else known.push(to)
  }
  return back
}

function reaches(targets: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const node of seen) {
    if (node === to) return true
    for (const next of targets.get(node) ?? []) seen.add(next)
  }
  return false
}

/**
 * The row of each node, from 0. Every edge leads at least one row down, and the sum of their lengths is small. First
 * each node is as high as possible. Then connected groups move down or up while that shortens more than it lengthens.
 * The edges must be acyclic.
 */
export function ranksOf(nodes: readonly string[], links: readonly RankEdge[]): ReadonlyMap<string, number> {
  const rank = longestPaths(nodes, links)
  for (let moved = true; moved; ) {
    moved = false
    for (const node of nodes) if (shift(node, rank, links, 1) || shift(node, rank, links, -1)) moved = true
  }
  const first = Math.min(...rank.values())
  return new Map([...rank].map(([node, row]) => [node, row - first]))
}

function longestPaths(nodes: readonly string[], links: readonly RankEdge[]): Map<string, number> {
  const rank = new Map(nodes.map((node) => [node, 0]))
  for (let settled = false; !settled; ) {
    settled = true
    for (const { from, to } of links) {
      const least = (rank.get(from) ?? 0) + 1
      if ((rank.get(to) ?? 0) >= least) continue
      rank.set(to, least)
      settled = false
    }
  }
  return rank
}

/**
 * Moves a node down (1) or up (-1) with all nodes that it pushes, as far as the next edge allows. Returns whether that
 * made the edges shorter; otherwise nothing moves.
 */
function shift(node: string, rank: Map<string, number>, links: readonly RankEdge[], direction: 1 | -1): boolean {
  const spare = ({ from, to }: RankEdge): number => (rank.get(to) ?? 0) - (rank.get(from) ?? 0) - 1
  const ahead = ({ from, to }: RankEdge): readonly [string, string] => (direction === 1 ? [from, to] : [to, from])
  const pushed = new Set([node])
  for (const one of pushed) {
    for (const link of links) {
      const [near, far] = ahead(link)
      if (near === one && spare(link) === 0) pushed.add(far)
    }
  }
  const shortened = links.filter((link) => pushed.has(ahead(link)[0]) && !pushed.has(ahead(link)[1]))
  const lengthened = links.filter((link) => !pushed.has(ahead(link)[0]) && pushed.has(ahead(link)[1]))
  if (shortened.length <= lengthened.length) return false
  const by = Math.min(...shortened.map(spare))
  for (const one of pushed) rank.set(one, (rank.get(one) ?? 0) + direction * by)
  return true
}
