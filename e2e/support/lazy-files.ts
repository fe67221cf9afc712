import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dist } from '../../scripts/build.mjs'

/**
 * A module that the page or its worker loads by `import()`, with all files that come with it and were not loaded
 * before.
 */
export interface LazyModule {
  /** Its name without the hash of the build: `share`, `RichEditor`. */
  readonly name: string
  /** Paths in `assets/`. */
  readonly files: readonly string[]
}

interface Chunk {
  /** Imported statically. */
  readonly imports: readonly string[]
  readonly later: readonly { readonly module: string; readonly beside: readonly string[] }[]
  /** Whether it has code of this repository. A module of a library only is left to that library. */
  readonly ours: boolean
}

/** All files that arrive late, whichever module requests them. Read from the build, so that none is left out. */
export function lazyModules(): readonly LazyModule[] {
  const chunks = new Map(
    readdirSync(`${dist}/assets`)
      .filter((file) => file.endsWith('.js'))
      .map((file) => [file, chunkOf(file)]),
  )
  const closure = (file: string, into = new Set<string>()): ReadonlySet<string> => {
    if (into.has(file)) return into
    into.add(file)
    for (const one of chunks.get(file)?.imports ?? []) closure(one, into)
    return into
  }
  const entries = [...chunks.keys()].filter((file) => /^(entry|first)-/.test(file))
  const there = new Set(entries.flatMap((file) => [...closure(file)]))
  const all = [...chunks.values()].filter(({ ours }) => ours).flatMap(({ later }) => later)
  const modules = new Map(all.map(({ module, beside }) => [module, new Set([...closure(module), ...beside])]))
  return [...modules].map(([module, files]) => ({
    name: module.replace(/-[\w-]{8}\.js$/, ''),
    files: [...files].filter((file) => !there.has(file) && !/^(entry|first)-/.test(file)),
  }))
}

function chunkOf(file: string): Chunk {
  const text = readFileSync(`${dist}/assets/${file}`, 'utf8')
  const map = `${dist}/assets/${file}.map`
  const { sources = [] } = existsSync(map) ? (JSON.parse(readFileSync(map, 'utf8')) as { sources?: string[] }) : {}
  const [, list = ''] = /m\.f=\[([^\]]*)\]/.exec(text) ?? []
  const preloaded = [...list.matchAll(/"\.\/([^"]+)"|`\.\/([^`]+)`|"assets\/([^"]+)"/g)].map(
    ([, a, b, c]) => a ?? b ?? c ?? '',
  )
  const later = [...text.matchAll(/import\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g)].map(({ 1: module = '', index }) => {
    const [, numbers = ''] =
      /^(?:(?!import\()[\s\S]){0,200}?__vite__mapDeps\(\[([\d,]*)\]\)/.exec(text.slice(index + 1)) ?? []
    return { module, beside: numbers.split(',').flatMap((at) => preloaded[Number.parseInt(at, 10)] ?? []) }
  })
  return {
    imports: [...text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, one = '']) => one),
    later,
    ours:
      sources.some((source) => /(^|\/)(app\/src|packages)\//.test(source)) &&
      !sources.some((source) => /node_modules\/(@mermaid-js|mermaid)\//.test(source)),
  }
}
