module.exports = require('./native-import.cjs')('@scalar/openapi-upgrader');
