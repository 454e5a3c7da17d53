// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the part of the interface document that is marked x-certain, for a service that offers
// nothing else. If members of an object are marked, the object has only those.
//
//   node certainpart.js OPENAPI PRISM > PART        uses the YAML parser that Prism includes
'use strict';
const fs = require('fs');
const [documentPath, prismPath] = process.argv.slice(2);
const yaml = require(require.resolve('js-yaml', { paths: [fs.realpathSync(prismPath)] }));
const verbs = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const kept = (object, keep) =>
    Object.fromEntries(Object.entries(object).filter(([name, value]) => keep(name, value)));

function certainMembers(schema) {
    const groups = ['properties', 'patternProperties'].filter((group) => schema[group]);
    const isMarked = (name, member) => member['x-certain'] === true;
    if (!groups.some((group) => Object.values(schema[group]).some((m) => isMarked('', m)))) {
        return schema;
    }
    const part = { ...schema, additionalProperties: false };
    for (const group of groups) {
        part[group] = kept(schema[group], isMarked);
    }
    return part;
}

const api = yaml.load(fs.readFileSync(documentPath, 'utf8'));
let operations = 0;
for (const [path, item] of Object.entries(api.paths)) {
    const part = kept(item, (name, value) => !verbs.includes(name) || value['x-certain'] === true);
    const left = Object.keys(part).filter((name) => verbs.includes(name)).length;
    operations += left;
    if (left > 0) {
        api.paths[path] = part;
    } else {
        delete api.paths[path];
    }
}
if (operations === 0) {
    console.error(`${documentPath} marks no operation with x-certain.`);
    process.exit(1);
}
for (const [name, schema] of Object.entries(api.components.schemas)) {
    api.components.schemas[name] = certainMembers(schema);
}
console.log(JSON.stringify(api, null, 1));
