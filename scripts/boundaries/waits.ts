/** What counts of a module that the page may have. */
export interface Module {
  /** The modules that are evaluated before it. */
  readonly imports: readonly ModuleImport[]
  /** It has nothing but exports from other modules, and only those are evaluated whose names are wanted. */
  readonly exportsOnly: boolean
  /** The line of the first `import()`. */
  readonly later?: number
  /** The line of the first `await` at the top level. */
  readonly awaits?: number
}

interface ModuleImport {
  /** The path of the file. */
  readonly from: string
  /** The names there and here. Absent where the whole module is imported. */
  readonly values?: readonly { readonly name: string; readonly here: string }[]
}

export type Modules = Map<string, Module>

interface Waiting {
  readonly path: string
  readonly line: number
  readonly message: string
}

/**
 * The modules that wait at their top level and may thereby wait for themselves: they reach an `import()` by their static imports.
 * The part that is loaded then may import the chunk that waits, as most parts of the page do, and each waits for the other.
 */
export function waitingLoads(modules: Modules): readonly Waiting[] {
  return [...modules].flatMap(([path, { awaits }]) => {
    const way = awaits === undefined ? undefined : wayToLoad(path, modules)
    if (awaits === undefined || way === undefined) return []
    const last = way.at(-1) ?? path
    const where = `${last}:${modules.get(last)?.later}`
    const by = way.length > 2 ? `, by way of ${way.slice(1, -1).join(' → ')},` : ''
    const message = `waits at its top level, and ${where}${by} loads a part later, which may import the waiting chunk: wait in a function, or in a module that reaches no import()`
    return [{ path, line: awaits, message }]
  })
}

/** The shortest way from a module to one with an `import()`. */
function wayToLoad(path: string, modules: Modules): readonly string[] | undefined {
  const seen = new Set([path])
  const ways = [[path]]
  for (const way of ways) {
    const here = modules.get(way.at(-1) ?? path)
    if (here?.later !== undefined) return way
    for (const next of evaluated(here, modules)) if (!seen.has(next) && seen.add(next)) ways.push([...way, next])
  }
  return undefined
}

/** The modules that another one needs before it is evaluated. */
function evaluated(of: Module | undefined, modules: Modules): readonly string[] {
  return (of?.imports ?? []).flatMap(({ from, values }) =>
    values === undefined ? [from] : values.flatMap(({ name }) => originsOf(from, name, modules)),
  )
}

/** Where a name comes from: the modules that export it in their own right. */
function originsOf(path: string, name: string, modules: Modules): readonly string[] {
  const here = modules.get(path)
  if (here?.exportsOnly !== true) return [path]
  return here.imports.flatMap(({ from, values }) => {
    if (values === undefined) return originsOf(from, name, modules)
    return values.filter((one) => one.here === name).flatMap((one) => originsOf(from, one.name, modules))
  })
}
