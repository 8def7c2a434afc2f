COPY Node FROM "nodes.csv" (header=true, delim=',', quote='"', escape='"', auto_detect=false);
COPY Edge FROM "rels.csv" (header=true, delim=',', quote='"', escape='"', auto_detect=false);
