import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { root } from '../files.mjs'
import { writeDeclarations } from './declarations.ts'
import type { Library } from './libraries.ts'

/** The public surface of one entry of a library. */
export interface ApiReport {
  /** Absolute path of the file in which it is checked in. */
  readonly file: string
  readonly text: string
  /** The problems of the surface: types that it mentions and does not export, and exported names without a doc comment. */
  readonly problems: readonly string[]
}

/** What the entries of a library offer, read from the types that would be published now. */
export function apiReports(library: Library): readonly ApiReport[] {
  // In the package, so that the types of its dependencies are found; below node_modules it would be a stranger's.
  const types = join(library.folder, '.cache', 'api')
  rmSync(types, { recursive: true, force: true })
  writeDeclarations(library, types)
  const untyped = problemsOfTypes(library, types)
  const reports = mkdtempSync(join(tmpdir(), 'api-'))
  try {
    const found = library.entries.map((entry) => report(library, entry, { types, reports }))
    const named = new Set(found.flatMap(({ exported }) => exported))
    return found.map(({ file, text, wanted, problems }, index) => ({
      file,
      text,
      problems: [
        ...problems,
        // They are those of the library as a whole.
        ...(index === 0 ? untyped : []),
        // What one entry tells of may be had from another.
        ...wanted.filter((name) => !named.has(name)).map((name) => `${file}: no entry exports ${name}`),
        ...[...text.matchAll(/\(undocumented\)\n(export .*)/g)].map(([, name]) => `${file}: no doc comment: ${name}`),
      ],
    }))
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/**
 * What a program finds wrong that checks the types of the libraries that it uses: a type may name a member that is only for
 * this repository, and is not written.
 */
function problemsOfTypes({ folder, entries }: Library, types: string): readonly string[] {
  const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'))
  const lib = compilerOptions.lib.join(',')
  const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2023', '--lib', lib]
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', '']
  const files = entries.map((entry) => join(types, `${entry}.d.ts`))
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const args = [tsc, '--ignoreConfig', '--pretty', 'false', ...options, ...modules, ...files]
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line.includes('error TS'))
}

interface Report extends ApiReport {
  readonly exported: readonly string[]
  /** What its types name, and it does not export. */
  readonly wanted: readonly string[]
}

/** @param at absolute paths: where the types lie, and where the report may be written */
function report(
  { folder }: Library,
  entry: string,
  { types, reports }: { readonly types: string; readonly reports: string },
): Report {
  const name = `${entry
    .replace(/^entries\//, '')
    .replace(/\/index$/, '')
    .replaceAll('/', '-')}.api.md`
  const declarations = join(types, `${entry}.d.ts`)
  const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'))
  const problems: string[] = []
  const wanted: string[] = []
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: types,
      mainEntryPointFilePath: declarations,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'ES2023',
            // A library without the DOM shall not tell of it.
            lib: compilerOptions.lib,
            types: [],
            module: 'ESNext',
            moduleResolution: 'bundler',
            strict: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: true,
          },
          files: [declarations],
        },
      },
      newlineKind: 'lf',
      apiReport: { enabled: true, reportFileName: name, reportFolder: reports, reportTempFolder: reports },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.Warning },
          // Everything that is exported is public.
          'ae-missing-release-tag': { logLevel: ExtractorLogLevel.None },
          // Most fields are explained by their names. `{@link}` is for editors, and may refer to names that are not
          // exported.
          'ae-undocumented': { logLevel: ExtractorLogLevel.None },
          'ae-unresolved-link': { logLevel: ExtractorLogLevel.None },
        },
        // Doc comments here are Markdown.
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  })
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      const { messageId, logLevel, sourceFilePath = '', text } = message
      message.handled = true
      const [, name] = /^The symbol "(.+?)" needs to be exported/.exec(text) ?? []
      if (messageId === 'ae-forgotten-export' && name !== undefined) wanted.push(name)
      else if (messageId.startsWith('console-')) return
      else if (logLevel === 'warning' || logLevel === 'error') problems.push(`${sourceFilePath}: ${text}`)
    },
  })
  const text = readFileSync(join(reports, name), 'utf8')
  const exported = [...text.matchAll(/^export (?:abstract )?(?:class|const|function|interface|type) (\w+)/gm)]
  return { file: join(folder, 'api', name), text, problems, wanted, exported: exported.map(([, word = '']) => word) }
}
