COPY Node FROM "nodes.csv" (header=true, escape='"');
COPY Edge FROM "rels.csv" (header=true, escape='"');
