import { posix } from 'node:path'
import { type FileImports, type Import, importsOf } from './imports.ts'
import { unguardedImports } from './lazy-imports.ts'
import {
  type Area,
  appRooms,
  areas,
  designFamilies,
  engineRooms,
  neverInEngine,
  packageScope,
  testTools,
} from './rooms.ts'
import { ENTRIES, INTERNAL, problemOfNames, surfaceOf } from './surface.ts'
import { type Module, type Modules, waitingLoads } from './waits.ts'

export interface Violation {
  /** From the top of the repository. */
  readonly path: string
  readonly line: number
  readonly message: string
}

/** What a package.json says that matters here. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string>>
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> }
}

/** What is checked: texts and package.json files, by path from the top of the repository. */
export interface Sources {
  readonly files: ReadonlyMap<string, string>
  readonly manifests: ReadonlyMap<string, Manifest>
}

/** Every import that leaves its room by a door that is not there; empty when all is well. */
export function violations({ files, manifests }: Sources): readonly Violation[] {
  const found: Violation[] = [...problemsOfDoors(manifests)]
  const surface = surfaceOf(files)
  const graph = new Map<string, string[]>()
  const modules: Modules = new Map()
  for (const [path, text] of files) {
    const parsed = importsOf(path, text)
    const { imports, errors } = parsed
    if (isBundled(path)) modules.set(path, moduleOf(path, parsed, manifests))
    if (path.startsWith('app/src/') && !isTest(path)) {
      for (const { line, message } of unguardedImports(path, text)) found.push({ path, line, message })
    }
    for (const message of errors) found.push({ path, line: 1, message: `cannot be parsed: ${message}` })
    const targets: string[] = []
    for (const each of imports) {
      const message = problem(path, each, manifests) ?? problemOfNames(each, surface)
      if (message !== undefined) found.push({ path, line: each.line, message })
      if (!each.specifier?.startsWith('.')) continue
      const target = targetOf(path, each.specifier)
      if (files.has(target)) targets.push(target)
    }
    graph.set(path, targets)
  }
  for (const cycle of findCycles(graph)) {
    found.push({ path: cycle[0] ?? '', line: 1, message: `imports itself by way of ${cycle.slice(1).join(' → ')}` })
  }
  for (const one of waitingLoads(modules)) found.push(one)
  return found
}

/** Whether the page may have the file: it is of the app, or of a package that the app may import. */
function isBundled(path: string): boolean {
  const packages = areas.find(({ folder }) => folder === 'app')?.packages ?? []
  return !isTest(path) && (path.startsWith('app/src/') || packages.some((name) => path.startsWith(`packages/${name}/`)))
}

function moduleOf(path: string, parsed: FileImports, manifests: Sources['manifests']): Module {
  const { imports, exportsOnly, awaits } = parsed
  const later = imports.find(({ kind }) => kind === 'later')
  return {
    exportsOnly,
    imports: imports
      .filter(({ kind }) => kind === undefined)
      .flatMap(({ specifier = '', values }) => {
        const from = fileOf(path, specifier, manifests)
        return from === undefined ? [] : [{ from, ...(values && { values }) }]
      }),
    ...(later && { later: later.line }),
    ...(awaits !== undefined && { awaits }),
  }
}

/** The file that a specifier names, where it is one of this repository. */
function fileOf(path: string, specifier: string, manifests: Sources['manifests']): string | undefined {
  if (specifier.startsWith('.')) return targetOf(path, specifier)
  if (!specifier.startsWith(packageScope)) return undefined
  const [name = '', ...rest] = specifier
    .slice(packageScope.length)
    .replace(/\?\w+$/, '')
    .split('/')
  const door = ['.', ...rest].join('/')
  const exported = Object.entries(manifests.get(`packages/${name}/package.json`)?.exports ?? {})
  // As Node does: the key itself before one with a `*`.
  const [key = '', target] = exported.find(([one]) => one === door) ?? exported.find(([one]) => isDoor(one, door)) ?? []
  const [before = '', after = ''] = key.split('*')
  const starred = door.slice(before.length, door.length - after.length)
  return (
    target &&
    posix.join(
      'packages',
      name,
      target.replace('*', () => starred),
    )
  )
}

function problem(path: string, { specifier }: Import, manifests: Sources['manifests']): string | undefined {
  const area = areaOf(path)
  if (specifier === undefined) {
    return area.manifest === undefined || isTest(path)
      ? undefined
      : 'imports a module that only running it names; write a literal'
  }
  if (specifier.startsWith('.')) return problemOfRelative(path, area, targetOf(path, specifier))
  if (specifier.startsWith('/')) return `${specifier}: an absolute path; import by package name or relative path`
  // Marks of the bundler, such as `virtual:…`, are nothing that the engine or a test could run on either.
  return problemOfPackage(path, area, specifier, manifests)
}

function problemOfRelative(path: string, area: Area, target: string): string | undefined {
  const to = areaOf(target)
  if (to !== area) {
    if (area.tools?.includes(to.folder)) return undefined
    if (/\.(md|ndjson)$/.test(target) && area.pages?.some((folder) => target.startsWith(`${folder}/`))) return undefined
    return `${target} lies outside ${nameOf(area)}; import another package by its name, e.g. '${packageScope}engine'`
  }
  if (area.folder === 'packages/engine') return problemBetweenRooms(path, target)
  return area.folder === 'app' ? problemInApp(path, target) : undefined
}

function problemInApp(path: string, target: string): string | undefined {
  const from = appRoomOf(path)
  const to = appRoomOf(target)
  if (from === undefined || to === undefined) {
    const stray = from === undefined ? path : target
    return stray.startsWith('app/src/')
      ? `${stray} lies in no room that scripts/boundaries/rooms.ts knows; add it there`
      : undefined
  }
  if (from === to) return undefined
  const { imports } = appRooms[from] ?? { imports: [] }
  if (!imports.includes(to) && !imports.includes(to.replace(/\/.*/, '/*'))) {
    return `${from} may import ${imports.join(', ') || 'no other room'}, not ${to} (${target})`
  }
  const doors = ['index.ts', ...(appRooms[to]?.doors ?? [])]
  const inside = target.slice(`app/src/${to}/`.length)
  if (doors.includes(inside) || inside.endsWith('.css') || isTest(path)) return undefined
  return `${target} is inside ${to}, which gives away ${doors.join(', ')}`
}

function appRoomOf(path: string): string | undefined {
  return Object.keys(appRooms).find((room) => path.startsWith(`app/src/${room}/`))
}

function problemBetweenRooms(path: string, target: string): string | undefined {
  const from = roomOf(path)
  const to = roomOf(target)
  if (from.room === undefined) return undefined
  if (from.room === ENTRIES) {
    if (target === `${areaOf(target).folder}/src/${to.room}/index.ts`) return undefined
    return `${target} is not the index.ts of a room, and an entry only exports from those`
  }
  if (to.room === undefined) return `${target} is above the rooms; a room imports from its own files and other rooms`
  const allowed = engineRooms[from.room]
  if (allowed === undefined)
    return `${from.room}/ is a room that scripts/boundaries/rooms.ts does not know; add it there`
  if (from.room !== to.room) {
    // A test may put rooms together that do not know each other: a decision, and what CEL or a sentence makes of it.
    if (allowed.includes(to.room) || isTest(path)) {
      if (isTest(target) || target === `${areaOf(target).folder}/src/${to.room}/index.ts`) return undefined
      return `${target} is inside the room ${to.room}; import ${to.room}/index.ts, and export there what is needed`
    }
    return `${from.room} may import ${allowed.join(', ') || 'no other room'}, not ${to.room} (${target})`
  }
  return from.room === 'designs' ? problemBetweenDesigns(path, target) : undefined
}

/** Of files in the room of designs. What lies in it directly belongs to all families, and knows them all. */
function problemBetweenDesigns(path: string, target: string): string | undefined {
  const [family, design] = foldersOfDesigns(path)
  const [toFamily, toDesign] = foldersOfDesigns(target)
  if (family === undefined || toFamily === undefined) return undefined
  const builtOn = designFamilies[family]
  if (builtOn === undefined)
    return `${family}/ is a family of designs that scripts/boundaries/rooms.ts does not know; add it there`
  if (family !== toFamily && !builtOn.includes(toFamily)) {
    return `the family ${family} is built on ${builtOn.join(', ') || 'no other'}, not on ${toFamily} (${target})`
  }
  if (toDesign !== undefined && toDesign !== design) {
    return `${path} may not import the design ${toDesign} (${target}); shared code is in a file beside its folder`
  }
  return undefined
}

/** The folders that a file of the room of designs lies in: that of a family, and in it that of a design. */
function foldersOfDesigns(path: string): readonly string[] {
  return path.split('/').slice(4, -1)
}

function problemOfPackage(
  path: string,
  area: Area,
  specifier: string,
  manifests: Sources['manifests'],
): string | undefined {
  const test = isTest(path)
  if (specifier.startsWith('node:')) {
    return area.node || test ? undefined : `${specifier}: ${nameOf(area)} runs where there is no Node`
  }
  if (specifier.startsWith(packageScope)) {
    const [name = '', ...rest] = specifier.slice(packageScope.length).split('/')
    if (!area.packages.includes(name)) {
      const allowed = area.packages.map((one) => packageScope + one).join(', ')
      return `${nameOf(area)} may import ${allowed || 'no other package of this repository'}, not ${specifier}`
    }
    const doors = manifests.get(`packages/${name}/package.json`)?.exports ?? {}
    // Vite’s `?inline` says how a file is imported, not which.
    const door = ['.', ...rest].join('/').replace(/\?\w+$/, '')
    if (Object.keys(doors).some((one) => isDoor(one, door))) return undefined
    return `${specifier} reaches into a package, which exports ${Object.keys(doors).join(', ') || 'nothing'}`
  }
  const name = packageName(specifier)
  if (test && testTools.includes(name)) return undefined
  if (area.folder === 'packages/engine' && neverInEngine.includes(name)) {
    return `${specifier}: the engine runs without it`
  }
  if (area.manifest === undefined || declares(manifests.get(area.manifest), name, area.bundled)) return undefined
  return `${name} is not among the dependencies in ${area.manifest}`
}

/** Whether a key of `exports`, perhaps with a `*` for any path, is that of a door. */
function isDoor(key: string, door: string): boolean {
  const [before = '', after] = key.split('*')
  return after === undefined
    ? key === door
    : door.startsWith(before) && door.endsWith(after) && door.length > key.length
}

/** What is for this repository alone is not published. */
function* problemsOfDoors(manifests: Sources['manifests']): Generator<Violation> {
  for (const [path, { publishConfig: { exports = {} } = {} }] of manifests) {
    for (const door of Object.keys(exports))
      if (door.startsWith(INTERNAL)) yield { path, line: 1, message: `${door} is internal, and must not be published` }
  }
}

/** `@scope/name` of `@scope/name/sub/path`, `name` of `name/sub/path?worker`. */
function packageName(specifier: string): string {
  const [first = '', second = ''] = (specifier.split('?')[0] ?? '').split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

function declares(
  { dependencies = {}, devDependencies = {} }: Manifest = {},
  name: string,
  bundled: true | undefined,
): boolean {
  return Object.hasOwn(dependencies, name) || (bundled === true && Object.hasOwn(devDependencies, name))
}

function areaOf(path: string): Area {
  const area = areas.find(({ folder }) => folder === '' || path === folder || path.startsWith(`${folder}/`))
  if (area === undefined) throw new Error(`no area for ${path}`)
  return area
}

function nameOf(area: Area): string {
  return area.folder === '' ? 'the top of the repository' : area.folder
}

function isTest(path: string): boolean {
  // What several tests of a folder share lies in its `testing.ts`.
  return /\.test\.tsx?$|\/testing\.ts$/.test(path)
}

/** The room of the engine that a file lies in, if it is in one. */
function roomOf(path: string): { readonly room?: string } {
  const [room, file] = path.split('/').slice(3)
  return room === undefined || file === undefined ? {} : { room }
}

/** The file that a relative specifier names, without what the bundler reads after `?`. */
function targetOf(path: string, specifier: string): string {
  return posix.join(posix.dirname(path), specifier.split('?')[0] ?? '')
}

/**
 * The cycles of a directed graph that a walk from each node, in order, runs into: at least one of every knot, each
 * beginning and ending with the same node.
 */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (node: string) => {
    const at = path.indexOf(node)
    if (at !== -1) {
      cycles.push([...path.slice(at), node])
      return
    }
    if (done.has(node)) return
    path.push(node)
    for (const next of graph.get(node) ?? []) visit(next)
    path.pop()
    done.add(node)
  }
  for (const node of graph.keys()) visit(node)
  return cycles
}
