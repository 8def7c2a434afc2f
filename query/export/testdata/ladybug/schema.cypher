CREATE NODE TABLE Node(id STRING, name STRING, kind STRING, path STRING, start_line INT64, end_line INT64,
    language STRING, handle STRING, signature STRING, doc STRING, tokens INT64, pagerank DOUBLE, test BOOLEAN,
    PRIMARY KEY(id));
CREATE REL TABLE Edge(FROM Node TO Node, kind STRING, tier STRING, confidence DOUBLE, weight DOUBLE, line INT64,
    op STRING, via STRING);
