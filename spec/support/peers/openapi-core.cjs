module.exports = require('./native-import.cjs')('@redocly/openapi-core');
