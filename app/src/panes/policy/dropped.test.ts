import { expect, test } from 'vitest'
import { droppedFiles, MOST_ENTRIES, withoutToolFiles } from './dropped.ts'

interface Tree {
  readonly [name: string]: string | Tree
}

/** What a browser says of a file or folder that was dropped; of a folder it gives two entries at a time. */
function entry(name: string, of: string | Tree, path = ''): FileSystemEntry {
  const fullPath = `${path}/${name}`
  if (typeof of === 'string') {
    const file = (give: (file: File) => void) => give(new File([of], name))
    return { name, fullPath, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry
  }
  const createReader = () => {
    const left = Object.entries(of).map(([inner, value]) => entry(inner, value, fullPath))
    return { readEntries: (give: (some: readonly FileSystemEntry[]) => void) => give(left.splice(0, 2)) }
  }
  return { name, fullPath, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry
}

function drop(tree: Tree) {
  const entries = Object.entries(tree).map(([name, of]) => ({ of, item: entry(name, of) }))
  const files = entries.map(({ of, item: { name } }) => new File(typeof of === 'string' ? [of] : [], name))
  const items = entries.map(({ item }) => ({ webkitGetAsEntry: () => item }))
  return droppedFiles({ items, files } as unknown as DataTransfer)
}

const namesIn = async (tree: Tree) => (await drop(tree))?.map(({ name }) => name)

test('files are taken as they were dropped, whatever they are called', async () => {
  expect(await namesIn({ 'b.txt': 'x', 'a.yaml': 'y' })).toEqual(['b.txt', 'a.yaml'])
})

test('the name of a file hides nothing, and ends no line', async () => {
  expect(await namesIn({ 'a\n\u202eb\u0007.yaml': 'x' })).toEqual(['a\\u000a\\u202eb\\u0007.yaml'])
  expect(await namesIn({ 'f\u202e': { 'a\n.yaml': 'x' } })).toEqual(['f\\u202e/a\\u000a.yaml'])
})

test('of a folder the manifests are taken, in the order of their paths', async () => {
  const tree = { base: { 'role.yaml': '1', 'a.YML': '2', 'README.md': '3', more: { 'b.json': '4', 'c.yaml': '5' } } }
  expect(await namesIn(tree)).toEqual(['base/a.YML', 'base/more/b.json', 'base/more/c.yaml', 'base/role.yaml'])
})

test('a file beside a folder is taken, hidden folders are not', async () => {
  const tree = { notes: { '.git': { 'config.yaml': 'x' }, 'a.yaml': 'y' }, 'roles.txt': 'z' }
  expect(await namesIn(tree)).toEqual(['notes/a.yaml', 'roles.txt'])
})

test('the text of each file comes with its path', async () => {
  const [file] = (await drop({ rbac: { 'a.yaml': 'kind: Role' } })) ?? []
  expect(await file?.file.text()).toBe('kind: Role')
})

test('a folder that is too large is not taken', async () => {
  const large = Object.fromEntries(Array.from({ length: MOST_ENTRIES + 1 }, (_, at) => [`${at}.yaml`, '']))
  expect(await drop({ large })).toBeUndefined()
  expect(await drop({ deep: { large } })).toBeUndefined()
})

test('of a folder the files of kustomize and Helm are left out, each with a remark', async () => {
  const rbac = { 'kustomization.yaml': 'resources: [role.yaml]', 'role.yaml': 'kind: Role' }
  const chart = { 'Chart.yaml': 'name: x', templates: { 'a.yaml': '{{ .Values.x }}', 'b.yaml': '{{ .Values.x }}' } }
  const { files, remarks } = withoutToolFiles((await drop({ rbac, chart, 'values.yaml': 'a: 1' })) ?? [])
  expect(files.map(({ name }) => name)).toEqual(['rbac/role.yaml', 'values.yaml'])
  expect(remarks).toEqual([
    'chart/Chart.yaml: This description of a Helm chart was not read. Use the output of helm template chart/ instead.',
    'chart/templates/: These templates of a Helm chart were not read: their objects are missing here. Use the output of helm template chart/ instead.',
    'rbac/kustomization.yaml: This kustomization was not read: the names, namespaces and patches in it are not applied. Use the output of kubectl kustomize rbac/ instead.',
  ])
})
