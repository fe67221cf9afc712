/** Counters by name and by labels, as `label=value` in the order of label names. */
export type Counters = ReadonlyMap<string, ReadonlyMap<string, number>>

const SAMPLE = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/g

/** Reads the counters of the given names from the Prometheus format. */
export function readCounters(text: string, names: readonly string[]): Counters {
  const counters = new Map<string, Map<string, number>>(names.map((name) => [name, new Map()]))
  // Only a few lines of megabytes are needed.
  for (const name of names) {
    for (let at = text.indexOf(`\n${name}`); at >= 0; at = text.indexOf(`\n${name}`, at + 1)) {
      const end = text.indexOf('\n', at + 1)
      const [, found = '', labels = '', value = ''] = SAMPLE.exec(text.slice(at + 1, end < 0 ? undefined : end)) ?? []
      const key = [...labels.matchAll(LABEL)].map(([, label, content]) => `${label}=${content}`).sort()
      counters.get(found)?.set(key.join(','), Number(value))
    }
  }
  return counters
}

/** The increase of each counter between two readings, without unchanged counters. */
export function added(before: Counters, after: Counters): Counters {
  const result = new Map<string, Map<string, number>>()
  for (const [name, values] of after) {
    const more = [...values].flatMap(([labels, value]) => {
      const by = value - (before.get(name)?.get(labels) ?? 0)
      return by === 0 ? [] : [[labels, by] as const]
    })
    if (more.length > 0) result.set(name, new Map(more))
  }
  return result
}
